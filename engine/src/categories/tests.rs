use super::*;

fn shown(changes: &[Change]) -> Vec<String> {
    let show =
        |it: &Change| format!("{} {} {} {}", it.dataset, it.row, it.column, it.value.to_text());
    changes.iter().map(show).collect()
}

struct Ids {
    groups: [GroupId; 2],
    categories: [CategoryId; 2],
}

fn ids() -> Ids {
    Ids { groups: ["usual".into(), "income".into()], categories: ["food".into(), "rent".into()] }
}

/// Usual Expenses with Food and Rent, and Income without categories.
fn groups(ids: &Ids) -> Groups<'_> {
    let [usual, income] = &ids.groups;
    let [food, rent] = &ids.categories;
    let categories = vec![
        Category { id: food, name: "Food", sort_order: 16_384.0 },
        Category { id: rent, name: "Rent", sort_order: 32_768.0 },
    ];
    Groups(vec![
        Group { id: usual, name: "Usual", is_income: false, sort_order: 16_384.0, categories },
        Group {
            id: income,
            name: "Income",
            is_income: true,
            sort_order: 32_768.0,
            categories: vec![],
        },
    ])
}

fn new(name: &str) -> NewRow<'_> {
    NewRow { id: "n", name, is_income: false }
}

#[test]
fn a_new_category_is_first_in_its_group_and_reads_as_itself() {
    let ids = ids();
    let made = groups(&ids).create_category(new(" Fun "), &ids.groups[0]).unwrap();
    let expected = [
        "categories n name S:Fun",
        "categories n cat_group S:usual",
        "categories n is_income N:0",
        "categories n sort_order N:8192",
        "category_mapping n transferId S:n",
    ];
    assert_eq!(shown(&made), expected);
}

#[test]
fn names_are_unique_within_a_group_and_among_groups_ignoring_case() {
    let ids = ids();
    let groups = groups(&ids);
    let taken = CategoryError::CategoryExists { name: "food".into(), group: "Usual".into() };
    assert_eq!(groups.create_category(new("food"), &ids.groups[0]), Err(taken));
    assert!(groups.create_category(new("food"), &ids.groups[1]).is_ok());
    let taken = CategoryError::GroupExists("INCOME".into());
    assert_eq!(groups.create_group(new("INCOME")), Err(taken.clone()));
    let named = |name| Edit { name: Some(name), hidden: None };
    assert_eq!(groups.edit_group(&ids.groups[0], named("INCOME")), Err(taken));
    let same = groups.edit_group(&ids.groups[1], named("INCOME")).unwrap();
    assert_eq!(shown(&same), ["category_groups income name S:INCOME"]);
}

#[test]
fn what_is_not_there_is_refused() {
    let ids = ids();
    let (groups, stray) = (groups(&ids), GroupId::from("x"));
    assert_eq!(groups.create_category(new("a"), &stray), Err(CategoryError::NoGroup));
    assert_eq!(groups.move_category(&"food".into(), &stray, None), Err(CategoryError::NoGroup));
    assert_eq!(groups.edit_group(&stray, Edit::default()), Err(CategoryError::NoGroup));
    assert_eq!(groups.move_group(&stray, None), Err(CategoryError::NoGroup));
    let deleted = CategoryRow { group: "usual".into(), is_income: false, deleted: true };
    assert_eq!(living(Some(deleted)), Err(CategoryError::NoCategory));
    assert_eq!(living(None), Err(CategoryError::NoCategory));
}

#[test]
fn there_is_always_a_group_for_income() {
    let ids = ids();
    let groups = groups(&ids);
    assert_eq!(groups.check_deletion(&ids.groups[0]), Ok(()));
    assert_eq!(groups.check_deletion(&ids.groups[1]), Err(CategoryError::LastIncomeGroup));
}

#[test]
fn a_moved_item_has_its_new_place_last() {
    let ids = ids();
    let groups = groups(&ids);
    let [food, rent] = &ids.categories;
    let moved = groups.move_category(rent, &ids.groups[0], Some(food)).unwrap();
    let expected = ["categories rent sort_order N:8192", "categories rent cat_group S:usual"];
    assert_eq!(shown(&moved), expected);
    let moved = groups.move_group(&ids.groups[1], Some(&ids.groups[0])).unwrap();
    assert_eq!(shown(&moved), ["category_groups income sort_order N:8192"]);
}

#[test]
fn only_a_category_of_the_same_kind_takes_over_and_none_its_own() {
    let row = |is_income| CategoryRow { group: "g".into(), is_income, deleted: false };
    let check = |target: &str, is_income| {
        check_replacement(&"a".into(), &row(false), &target.into(), &row(is_income))
    };
    assert_eq!(check("b", false), Ok(()));
    assert_eq!(check("b", true), Err(CategoryError::OtherKind));
    assert_eq!(check("a", false), Err(CategoryError::ToItself));
    let gone = delete_category(&"a".into(), &["a".to_owned(), "old".to_owned()], Some(&"b".into()));
    let expected = [
        "category_mapping old transferId S:b",
        "category_mapping a transferId S:b",
        "categories a tombstone N:1",
    ];
    assert_eq!(shown(&gone), expected);
}

#[test]
fn a_budget_has_room_for_so_many_and_no_more() {
    let ids = ids();
    let id = CategoryId::from("c");
    let category = Category { id: &id, name: "c", sort_order: 1.0 };
    let mut groups = groups(&ids);
    groups.0[1].categories = vec![category; MOST_CATEGORIES - 2];
    assert_eq!(groups.create_category(new("a"), &ids.groups[0]), Err(CategoryError::TooMany));
}
